/**
 * Runs before anything is painted: the bare address gets the still picture of the first screen. A script of its own, since the
 * page allows none within it; no import, since the page waits for it.
 */
if (location.hash.length < 2) {
  const first = document.createElement('script');
  first.src = document.currentScript?.dataset.first ?? '';
  document.head.append(first);
}
