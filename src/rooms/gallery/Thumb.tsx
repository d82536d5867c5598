/** A live picture of an experiment, lane beside lane; it runs only while it is seen. */
import { useEffect, useRef } from 'react';
import type { Picture, Subject, Thumbs } from '../../engine/thumbs/thumbs';
import { onThemeChange, type Palette, readPalette } from '../../signs/palette';
import { type Drawing, lay, outline, type Plan, paint, planOf } from './paint';

export interface ThumbProps {
  readonly subject: Subject;
  readonly thumbs: Thumbs;
}

/** Room between the two lanes, and over them for their letters (px). */
const GAP = 12;
const HEAD = 14;

export function Thumb({ subject, thumbs }: ThumbProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = ref.current;
    const ctx = canvas?.getContext('2d');
    if (!canvas || !ctx) return;
    const { scenario } = subject;
    const lanes = scenario.lanes.length;
    let palette: Palette | null = null;
    let picture: Picture | null = null;
    let drawings: readonly Drawing[] = [];
    let size = '';

    const arrange = (plan: Plan) => {
      const { clientWidth: w, clientHeight: h } = canvas;
      const own = (w - GAP * (lanes - 1)) / lanes;
      drawings = scenario.lanes.map((_, i) => lay(plan, { x: i * (own + GAP), y: HEAD, w: own, h: h - HEAD }));
    };
    const draw = () => {
      const { clientWidth: w, clientHeight: h } = canvas;
      const ratio = devicePixelRatio || 1;
      palette ??= readPalette(document.body);
      const now = `${w} ${h} ${ratio} ${picture !== null}`;
      if (now !== size) {
        size = now;
        canvas.width = Math.round(w * ratio);
        canvas.height = Math.round(h * ratio);
        arrange(picture ? planOf(picture.machine) : outline(scenario.machine));
      }
      ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
      ctx.clearRect(0, 0, w, h);
      ctx.font = `600 11px ${palette.font}`;
      for (const [i, drawing] of drawings.entries()) {
        ctx.fillStyle = palette.ink2;
        ctx.fillText(i === 0 ? 'A' : 'B', i * ((w - GAP * (lanes - 1)) / lanes + GAP) + 1, HEAD - 5);
        paint(ctx, drawing, picture?.frames[i] ?? null, picture?.tasks ?? new Uint16Array(), palette);
      }
    };
    const shown = thumbs.add(subject, (next) => {
      picture = next;
      draw();
      canvas.dataset.ns = String(next.frames[0]?.ns ?? 0);
    });
    // The outline, before anything has been asked for; drawn once there is something to look at.
    const watch = new IntersectionObserver(([entry]) => {
      const seen = entry?.isIntersecting === true;
      if (seen && !picture) draw();
      shown.see(seen);
    });
    watch.observe(canvas);
    const resize = new ResizeObserver(() => {
      if (size !== '') draw();
    });
    resize.observe(canvas);
    const stop = onThemeChange(() => {
      palette = null;
      if (size !== '') draw();
    });
    return () => {
      watch.disconnect();
      resize.disconnect();
      stop();
      shown.remove();
    };
  }, [subject, thumbs]);
  return <canvas ref={ref} className="thumb" />;
}
