import { expect, test } from 'vitest';
import { partOf, poster } from './poster';

const part = partOf(
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="300" viewBox="0 0 800 300"><g/></svg>',
);
const LINK = 'https://example.org/#v3&p=cluster';
const whole = {
  title: 'Cluster-first wake-up <now>',
  about: ['Why is CPU 5 idle?'],
  source: 'Kunpeng 920 · 5.9 · seed 7',
  verdict: { head: 'B +8.5 ± 0.4 %', about: 'messages, 16 seeds', better: 'b' },
  lanes: part,
  legend: part,
  link: LINK,
} as const;

test('a poster has title, verdict, both machines, legend and link, from top to bottom', () => {
  const svg = poster(whole);
  expect(svg).toContain('Cluster-first wake-up &lt;now&gt;');
  expect(svg).toContain('B +8.5 ± 0.4 %');
  expect(svg).toContain('>https://example.org/#v3&amp;p=cluster</text>');
  const places = [...svg.matchAll(/<svg x="[\d.]+" y="([\d.]+)" width="800" height="300">/g)].map(([, y]) => Number(y));
  expect(places).toHaveLength(2);
  expect(places[1]! - places[0]!).toBe(300);
});

test('a poster has no verdict before the seeds have ended', () => {
  expect(poster({ ...whole, verdict: null })).not.toContain('seeds<');
});

test('a link that is too long for text and code is in the description of the file', () => {
  const link = `${LINK}&x=${'a'.repeat(4000)}`;
  const svg = poster({ ...whole, link });
  expect(svg.match(/a{4000}/g)).toHaveLength(1);
  expect(svg).toContain('<desc>');
  expect(svg).not.toContain('crispEdges');
});
