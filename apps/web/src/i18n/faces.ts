/** Style sheets of the languages whose script Inter lacks; each names some hundred files, one per range of characters. */
const sheets: Readonly<Record<string, () => Promise<unknown>>> = {
  ja: () => import('@fontsource-variable/noto-sans-jp/wght.css'),
  ko: () => import('@fontsource-variable/noto-sans-kr/wght.css'),
  'zh-Hans': () => import('@fontsource-variable/noto-sans-sc/wght.css'),
  'zh-Hant': () => import('@fontsource-variable/noto-sans-tc/wght.css'),
}

/**
 * Makes the fonts of a language known to the page. The browser fetches a file when a character of its range is shown
 * and the system has no font for it. Until then, and when it cannot be fetched, the text is shown in a system font.
 */
export const loadFaces = async (tag: string): Promise<void> => {
  await sheets[tag]?.().catch(() => undefined)
}

/** Makes the fonts of names in other scripts known to a page in a language with Latin letters. */
export const loadScriptFaces = async (): Promise<void> => {
  await import('./scripts.css').catch(() => undefined)
}
