/** One minute of a market as plain numbers; volume in any unit. */
export type Minute = {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

const deviation = (values: readonly number[]): number => {
  const middle = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))
}

const correlation = (a: readonly number[], b: readonly number[]): number => {
  const [meanA, meanB] = [mean(a), mean(b)]
  const products = a.map((value, at) => (value - meanA) * ((b[at] ?? meanB) - meanB))
  return mean(products) / (deviation(a) * deviation(b))
}

const autocorrelation = (values: readonly number[], lag: number): number =>
  correlation(values.slice(0, -lag), values.slice(lag))

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

/** Sums of `length` values each, one after the other. */
const sums = (values: readonly number[], length: number): number[] =>
  Array.from({ length: Math.floor(values.length / length) }, (_, at) =>
    values.slice(at * length, (at + 1) * length).reduce((sum, value) => sum + value, 0),
  )

/** The longest row of minutes that all rose or all fell. */
const maxRunLength = (minutes: readonly Minute[]): number => {
  let longest = 0
  let run = 0
  let before = 0
  for (const { open, close } of minutes) {
    const sign = Math.sign(close - open)
    run = sign !== 0 && sign === before ? run + 1 : 1
    before = sign
    longest = Math.max(longest, run)
  }
  return longest
}

/**
 * What describes a market's minutes without naming its prices: how fat the tails of returns are, whether moves go on
 * or are taken back, how volatility and volume cluster and belong together, and how straight half an hour gets.
 */
export const minuteStatistics = (all: readonly Minute[]) => {
  const minutes = all.filter(({ volume }) => volume > 0)
  const returns = minutes.slice(1).map(({ close }, at) => Math.log(close / (minutes[at]?.close ?? close)))
  const square = mean(returns.map((value) => value * value))
  const sizes = returns.map(Math.abs)
  const moved = minutes.filter(({ high, low }) => high > low)
  const ranges = moved.map(({ high, low }) => Math.log(high / low))
  const volumes = minutes.map(({ volume }) => volume)
  const halfHours = sums(returns, 30)
  const paths = sums(sizes, 30)
  return {
    deviation: Math.sqrt(square),
    kurtosis: mean(returns.map((value) => value ** 4)) / square ** 2,
    /** Variance of five and thirty minutes by that of one: below 1 moves are taken back, above 1 they go on. */
    varianceRatio5: mean(sums(returns, 5).map((value) => value * value)) / (5 * square),
    varianceRatio30: mean(halfHours.map((value) => value * value)) / (30 * square),
    sizeMemory1: autocorrelation(sizes, 1),
    sizeMemory30: autocorrelation(sizes, 30),
    /** Share of the range outside of open and close. */
    wicks: mean(moved.map(({ open, high, low, close }) => 1 - Math.abs(close - open) / (high - low))),
    rangeWithVolume: correlation(
      ranges.map(Math.log),
      moved.map(({ volume }) => Math.log(volume)),
    ),
    volumeSpread: deviation(volumes.map(Math.log)),
    volumeMemory: autocorrelation(volumes.map(Math.log), 1),
    largeVolume: quantile(volumes, 0.99) / quantile(volumes, 0.5),
    /** How straight the straightest twentieth of half hours is: 1 is a line. */
    straightness: quantile(
      halfHours.map((value, at) => Math.abs(value) / (paths[at] ?? 1)),
      0.95,
    ),
    maxRunLength: maxRunLength(minutes),
  }
}
