/**
 * Page number in an address; 1 if invalid.
 *
 * @example pageIn('2') // 2
 * @example pageIn('-1') // 1
 */
export const pageIn = (text: string | null): number =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number.parseInt(text, 10) : 1

/**
 * Article id in an address; null if invalid.
 *
 * @example articleIn('12') // 12
 * @example articleIn('') // null
 */
export const articleIn = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number.parseInt(text, 10) : null
