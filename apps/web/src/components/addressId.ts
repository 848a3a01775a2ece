/** Number of a product or order in the address; null for anything else. */
export const idOf = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number.parseInt(text, 10) : null
