// The keyboard.
const VIEWS = { 1: "home", 2: "front", 3: "right", 4: "top", 5: "back", 6: "left", 7: "corner" };

export function listenToKeys({ clock, theme, view, info, moving }) {
  document.addEventListener("keydown", (event) => {
    const inText = event.target.matches?.("input[type=search], select");
    if (inText || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actionOf(event);
    if (!action) return;
    event.preventDefault();
    action();
  });

  function actionOf({ key, shiftKey }) {
    const many = shiftKey ? 10 : 1;
    if (moving) {
      const moves = {
        " ": () => clock.toggle(), ArrowRight: () => clock.step(many), ArrowLeft: () => clock.step(-many),
        Home: () => clock.seek(clock.start), End: () => { clock.pause(); clock.seek(clock.end); },
      };
      if (moves[key]) return moves[key];
    }
    const letter = key.toLowerCase();
    if (letter === "t") return () => theme.toggle();
    if (letter === "i") return () => info.open();
    if (!view) return null;
    if (VIEWS[key]) return () => view.stage.view(VIEWS[key]);
    if (letter === "f") return () => view.stage.fit();
    if (letter === "p") {
      return () => {
        view.stage.setProjection(view.stage.projection === "parallel" ? "perspective" : "parallel");
        view.onProjection?.();
      };
    }
    if (letter === "r" && view.reactionsBox) return () => view.reactionsBox.click();
    return null;
  }
}
