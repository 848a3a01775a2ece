import type { Formatters } from '../formatters.ts'

/**
 * A number or percentage of the chart library in the form of the language; other text is returned unchanged.
 *
 * @example axisNumber(figures, '-0.25%') // '−0.25%', in Spanish '−0,25 %'
 */
export const axisNumber = (figures: Pick<Formatters, 'plain' | 'percent'>, text: string): string => {
  if (/^-?\d+(\.\d+)?$/.test(text)) return figures.plain(text)
  const percentage = /^(-?\d+\.\d{2})%$/.exec(text)?.[1]
  return percentage === undefined ? text : figures.percent(BigInt(percentage.replace('.', '')))
}
