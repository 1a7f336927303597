// Light or dark, as `data-theme` of the page: as the system says, until a reader presses the button.
const scheme = matchMedia("(prefers-color-scheme: dark)");

function setTheme(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}

setTheme(scheme.matches);
scheme.addEventListener("change", () => setTheme(scheme.matches));
document.getElementById("theme")?.addEventListener("click", () => {
  setTheme(document.documentElement.dataset.theme !== "dark");
});
