import { whenIdle } from '../../engine/idle';
import { later } from '../../page/Part';

/** As `later`, but a part of the first picture is loaded and drawn before. */
export const afterFigure: typeof later = (load) =>
  later(async () => {
    await whenIdle();
    return load();
  });
