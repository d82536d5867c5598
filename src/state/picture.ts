/** The first picture of the page: a machine, or the figure or chart of an act, whose code is loaded later than the page. */
let tell: () => void = () => {};

/** Resolves when it is drawn. */
export const pictureIsDrawn = new Promise<void>((resolve) => {
  tell = resolve;
});

/** Called by what draws it, at every drawing. */
export const drewPicture = (): void => tell();
