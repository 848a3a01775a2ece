/** Units of the size field. An order always has whole lots. */
export const sizeUnits = ['lots', 'coin', 'usdt'] as const
export type SizeUnit = (typeof sizeUnits)[number]

/** Units of the stop fields: a price, percent of the margin, or USDT. */
export const stopUnits = ['price', 'percent', 'amount'] as const
export type StopUnit = (typeof stopUnits)[number]
