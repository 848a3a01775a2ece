/** Keys of the order ticket. */
const ticketKeys = ['b', 's', '1', '2', '3', '4'] as const
export type TicketKey = (typeof ticketKeys)[number]

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'defaultPrevented'
>

/**
 * Ticket key of a key press: the letter or digit itself, or the one at its place on a keyboard of another script.
 * Null with a modifier, held down, or for other keys.
 *
 * @example ticketKeyOf({ key: 'и', code: 'KeyB', … }) // 'b'
 */
export const ticketKeyOf = (press: KeyPress): TicketKey | null => {
  const { key, code } = press
  if (press.defaultPrevented || press.repeat || press.ctrlKey || press.metaKey || press.altKey) return null
  const isLatin = /^[\x20-\x7e]$/.test(key)
  const name = isLatin ? key.toLowerCase() : code.replace(/^(?:Key|Digit|Numpad)/, '').toLowerCase()
  return ticketKeys.find((ticketKey) => ticketKey === name) ?? null
}
