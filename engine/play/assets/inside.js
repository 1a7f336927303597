// The link to the engine in this browser: a worker that answers messages and sends news.

class Link {
  constructor(data) {
    this.data = data;
    this.open = new Map();
    this.numbers = 0;
  }

  // Send an action; return why it was refused, or "".
  async send(request) {
    return (await this.ask({ request })).fault;
  }

  // Start the engine and give the page all news.
  follow(play) {
    this.play = play;
    play.take({ state: this.data.state, version: 0 });
    for (const place of document.querySelectorAll("[data-suffix]")) {
      place.addEventListener("click", (event) => {
        event.preventDefault();
        this.save(place.dataset.suffix);
      });
    }
    if (location.protocol === "file:") {
      this.broken("this page needs a web server, such as: python3 -m http.server");
      return;
    }
    play.say("The engine is loading ...");
    this.worker = new Worker("worker.js", { type: "module" });
    this.worker.onerror = (event) => this.broken(event.message || "worker.js cannot be loaded");
    this.worker.onmessage = ({ data }) => this.take(data);
    this.worker.postMessage({ setup: this.data.setup });
  }

  take(message) {
    if (message.broken) this.broken(message.broken);
    else if (message.news) this.play.take(message.news);
    else {
      this.open.get(message.id)?.(message);
      this.open.delete(message.id);
    }
  }

  ask(message) {
    if (this.fault) return Promise.resolve({ fault: this.fault });
    const id = ++this.numbers;
    const answered = new Promise((done) => this.open.set(id, done));
    this.worker.postMessage({ id, ...message });
    return answered;
  }

  broken(text) {
    this.fault = `The engine does not run: ${text}`;
    this.play.say("The engine does not run.");
    this.play.fault(this.fault);
    for (const done of this.open.values()) done({ fault: this.fault });
    this.open.clear();
  }

  // Save the game as a file.
  async save(suffix) {
    const { text, fault } = await this.ask({ file: suffix });
    this.play.fault(fault);
    if (fault) return;
    const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    element("a", { href: address, download: `${this.data.name}${suffix}` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }
}
