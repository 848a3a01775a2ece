/** What a session's machine says about itself; null where it says nothing that is known. */
export type Device = { readonly browser: string | null; readonly system: string | null }

/** Every browser also claims to be those below it. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
/** An iPhone says “like Mac OS X”, an Android phone says Linux. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const first = (known: readonly (readonly [RegExp, string])[], text: string): string | null =>
  known.find(([pattern]) => pattern.test(text))?.[1] ?? null

/**
 * Browser and system by their names, from what the browser says about itself.
 *
 * @example deviceOf('Mozilla/5.0 (X11; Linux x86_64) … Chrome/140.0 Safari/537.36') // { browser: 'Chrome', system: 'Linux' }
 */
export const deviceOf = (userAgent: string): Device => ({
  browser: first(browsers, userAgent),
  system: first(systems, userAgent),
})
