/**
 * Splits a key into words, for keys without a label.
 *
 * @example worded('bad_address') // 'Bad address'
 */
export const worded = (key: string): string => {
  const words = key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
