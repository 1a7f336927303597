// Tables whose headings sort them: by number where all cells have one, else by text.

const table = {
  number(text) {
    const plain = text.replace(/[\u2212]/g, "-").replace(/[,%+\u00a0]/g, "").trim();
    if (plain === "\u2013" || plain === "") return -Infinity;
    if (plain === "\u221e") return Number.MAX_VALUE;
    if (plain === "-\u221e") return -Number.MAX_VALUE;
    return parseFloat(plain);
  },

  order(body, column, falling) {
    const rows = [...body.rows].map((row) => [row.cells[column].textContent, row]);
    const numbers = rows.map(([text]) => table.number(text));
    const numeric = numbers.every((number) => !Number.isNaN(number));
    const order = rows.map((_, index) => index).sort((a, b) => numeric
      ? numbers[a] - numbers[b] || a - b
      : rows[a][0].localeCompare(rows[b][0], undefined, { numeric: true }) || a - b);
    if (falling) order.reverse();
    body.append(...order.map((index) => rows[index][1]));
  },

  sortable(element) {
    const headings = [...element.tHead.rows[0].cells];
    headings.forEach((heading, column) => {
      const button = document.createElement("button");
      button.textContent = heading.textContent;
      heading.replaceChildren(button);
      button.addEventListener("click", () => {
        const before = heading.getAttribute("aria-sort");
        const falling = before ? before === "ascending" : heading.classList.contains("number");
        for (const each of headings) each.removeAttribute("aria-sort");
        heading.setAttribute("aria-sort", falling ? "descending" : "ascending");
        table.order(element.tBodies[0], column, falling);
      });
    });
  },
};
