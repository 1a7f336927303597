// The link to a server on this computer: actions are posted, news are waited for.

class Link {
  // Send an action; return why it was refused, or "".
  async send(request) {
    try {
      const answer = await fetch("/do", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request) });
      return (await answer.json()).fault;
    } catch {
      return "Starling has ended: the page shows the game as it was.";
    }
  }

  // Give the page all news, for ever.
  async follow(play) {
    for (;;) {
      try {
        const answer = await fetch(`/state?version=${play.version}&search=${play.search}&frame=${play.frame}&wait=15`);
        play.take(await answer.json());
      } catch {
        play.say("No connection to Starling.");
        await new Promise((done) => setTimeout(done, 2000));
      }
    }
  }
}
