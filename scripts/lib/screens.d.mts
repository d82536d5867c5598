import type { Page } from '@playwright/test';

export type ScreenSize = '1440' | '1024' | '390' | '1920';
export type ScreenTheme = 'light' | 'dark' | 'projector';
export type ScreenLanguage = 'en' | 'zh';

export interface Screen {
  readonly name: string;
  readonly fragment: string;
}
export interface Look {
  readonly lang: ScreenLanguage;
  readonly theme: ScreenTheme;
}

export const THEMES: readonly ScreenTheme[];
export const LANGUAGES: readonly ScreenLanguage[];
export const SCREENS: readonly Screen[];
export function sizesOf(screen: Screen): readonly ScreenSize[];
export function openScreen(
  page: Page,
  address: string,
  screen: Screen,
  look: Look & { readonly size: ScreenSize },
): Promise<void>;
export function dressScreen(page: Page, address: string, screen: Screen, look: Look): Promise<void>;
