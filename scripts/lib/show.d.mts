export function show(
  markup: Readonly<Record<string, string>>,
  early: Readonly<Record<string, readonly string[]>>,
): void;
