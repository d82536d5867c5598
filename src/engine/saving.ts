/** Who asks the browser to save data gets what is opened, and no more. Chromium tells it; no type has it yet. */
export const savesData = (): boolean =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;
