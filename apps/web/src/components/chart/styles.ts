import type { DeepPartial, Styles } from 'klinecharts'

/** Returns the colour of a design token by its name. */
export type Token = (name: string) => string

/** Current design tokens of the page. Call again after a change of theme or direction colours. */
export const pageTokens = (): Token => {
  const computed = getComputedStyle(document.documentElement)
  return (name) => computed.getPropertyValue(`--${name}`).trim()
}

/** Token colour with an opacity in percent. */
export const withAlpha = (colour: string, share: number): string =>
  `color-mix(in srgb, ${colour} ${share}%, transparent)`

/** Chart settings that can change after creation. */
export type ChartLook = {
  /** Line chart instead of candles. */
  readonly line: boolean
  /** The library draws no tags for last price and crosshair, because the axis overlay draws them. */
  readonly tagged: boolean
}

const axisText = (token: Token) => ({ color: token('ink-3'), size: 10, family: token('font') })

const candleStyles = (token: Token, { line, tagged }: ChartLook): DeepPartial<Styles['candle']> => {
  const up = token('up')
  const down = token('down')
  const direction = { upColor: up, downColor: down, noChangeColor: token('ink-3') }
  return {
    type: line ? 'area' : 'candle_solid',
    bar: {
      ...direction,
      upBorderColor: up,
      downBorderColor: down,
      noChangeBorderColor: token('ink-3'),
      upWickColor: up,
      downWickColor: down,
      noChangeWickColor: token('ink-3'),
    },
    area: {
      lineSize: 1.5,
      lineColor: token('brand'),
      value: 'close',
      backgroundColor: withAlpha(token('brand'), 7),
      point: { show: false },
    },
    priceMark: {
      high: { show: false },
      low: { show: false },
      last: {
        ...direction,
        line: { style: 'dashed', dashedValue: [1, 2], size: 1 },
        text: { ...lastTag(token, '600'), show: !tagged },
        extendTexts: [
          { ...lastTag(token, '400'), show: !tagged, position: 'below_price', updateInterval: 1000 },
        ],
      },
    },
    tooltip: { showRule: 'none' },
  }
}

const lastTag = (token: Token, weight: string) => ({
  color: token('on-direction'),
  size: 10,
  weight,
  family: token('font'),
  paddingLeft: 6,
  paddingRight: 6,
  paddingTop: 3,
  paddingBottom: 3,
  borderRadius: 0,
  borderSize: 0,
})

const crosshairLine = (token: Token, tagged: boolean) => ({
  line: { color: token('cross'), style: 'dashed' as const, dashedValue: [3, 3], size: 1 },
  text: {
    show: !tagged,
    color: token('on-tip'),
    backgroundColor: token('tip'),
    borderColor: token('tip'),
    borderSize: 0,
    borderRadius: 0,
    size: 10,
    family: token('font'),
    paddingLeft: 6,
    paddingRight: 6,
    paddingTop: 3,
    paddingBottom: 3,
  },
})

const drawingStyles = (token: Token): DeepPartial<Styles['overlay']> => ({
  point: {
    color: token('pane'),
    borderColor: token('ink-2'),
    borderSize: 1,
    radius: 3.5,
    activeColor: token('pane'),
    activeBorderColor: token('brand'),
    activeBorderSize: 2,
    activeRadius: 3.5,
  },
  line: { color: token('ink-2'), size: 1 },
  rect: { color: withAlpha(token('ink-2'), 8), borderColor: token('ink-2'), borderSize: 1 },
  polygon: { color: withAlpha(token('ink-2'), 8), borderColor: token('ink-2'), borderSize: 1 },
  text: {
    color: token('ink-2'),
    // Hides the labels of the axes below those of a selected drawing.
    backgroundColor: token('pane'),
    borderColor: 'transparent',
    size: 10,
    family: token('font'),
    paddingLeft: 2,
    paddingRight: 2,
    paddingTop: 2,
    paddingBottom: 2,
  },
})

/** Chart library styles from the design tokens. */
export const chartStyles = (token: Token, look: ChartLook): DeepPartial<Styles> => {
  const grid = { show: true, color: token('grid'), style: 'solid' as const, size: 1 }
  const axis = {
    axisLine: { show: false },
    tickLine: { show: false },
    tickText: axisText(token),
  }
  const volumes = {
    style: 'fill' as const,
    upColor: withAlpha(token('up'), 28),
    downColor: withAlpha(token('down'), 28),
    noChangeColor: withAlpha(token('ink-3'), 28),
  }
  const series = (name: string) => ({
    color: token(name),
    size: 1.25,
    style: 'solid' as const,
    smooth: false,
  })
  return {
    grid: { show: true, horizontal: grid, vertical: grid },
    candle: candleStyles(token, look),
    indicator: {
      lines: [series('series-1'), series('series-2')],
      bars: [volumes],
      lastValueMark: { show: false },
      tooltip: { showRule: 'none' },
    },
    xAxis: axis,
    // Where the tags have their text, which then take the place of labels.
    yAxis: { ...axis, tickText: { ...axisText(token), marginStart: 12 } },
    separator: { size: 1, color: token('bar-line'), fill: false, activeBackgroundColor: token('hover') },
    crosshair: {
      horizontal: { ...crosshairLine(token, look.tagged), features: [] },
      vertical: crosshairLine(token, false),
    },
    overlay: drawingStyles(token),
  }
}
