import { type Chart, type IndicatorCreate, registerIndicator, type YAxisOverride } from 'klinecharts'
import { pageTokens, type Token, withAlpha } from '../styles.ts'
import { firstInView, percentRange } from './percentScale.ts'
import { type StudyName, type StudySettings, studyKinds } from './settings.ts'
import { vwap } from './vwap.ts'

registerIndicator(vwap)

/** Height of an indicator's pane in pixels, and the height of the chart from which there is room for one. */
const paneHeight = 84
const minChartHeight = 260

/** Colours of the lines, in the order of the indicator's figures. Those of the moving averages stay theirs. */
const lineTokens: Readonly<Record<StudyName, readonly string[]>> = {
  EMA: ['series-3', 'series-5', 'ink-2'],
  BOLL: ['ink-3', 'brand', 'ink-3'],
  SAR: [],
  VWAP: ['series-5'],
  MACD: ['series-1', 'series-2'],
  RSI: ['series-1', 'series-2', 'series-3'],
  KDJ: ['series-1', 'series-2', 'series-3'],
  OBV: ['series-1', 'series-2'],
}

const stylesOf = (name: StudyName, token: Token): NonNullable<IndicatorCreate['styles']> => {
  const direction = { upColor: token('up'), downColor: token('down'), noChangeColor: token('ink-3') }
  const soft = {
    upColor: withAlpha(token('up'), 60),
    downColor: withAlpha(token('down'), 60),
    noChangeColor: withAlpha(token('ink-3'), 60),
  }
  return {
    lines: lineTokens[name].map((colour) => ({
      color: token(colour),
      size: 1.25,
      style: 'solid',
      smooth: false,
      dashedValue: [],
    })),
    bars: [{ ...soft, style: 'fill', borderStyle: 'solid', borderSize: 1, borderDashedValue: [] }],
    circles: [{ ...direction, style: 'fill', borderStyle: 'solid', borderSize: 0, borderDashedValue: [] }],
  }
}

/** Names and values of the indicators at the top left of their panes; below the legend of the candles. */
const tooltipStyles = (token: Token) => {
  const text = {
    size: 10,
    family: token('font'),
    marginLeft: 0,
    marginRight: 8,
    marginTop: 4,
    marginBottom: 0,
  }
  const common = { showRule: 'always' as const, offsetLeft: 12, offsetRight: 80 }
  return {
    candle: { tooltip: { ...common, showRule: 'none' as const, offsetTop: 26 } },
    indicator: {
      tooltip: {
        ...common,
        offsetTop: 2,
        title: { ...text, show: true, showName: true, showParams: true, color: token('ink-3') },
        legend: { ...text, color: token('ink-2'), defaultValue: '' },
      },
    },
  }
}

/** The percent scale has its zero at the first candle in view, where the compared line begins. */
const zeroInView = (scale: StudySettings['scale']): Pick<YAxisOverride, 'createRange'> =>
  scale === 'percentage'
    ? {
        createRange: ({ chart, defaultRange }) => {
          const zero = chart.getDataList()[firstInView(chart)]?.close
          return zero ? percentRange(defaultRange, zero) : defaultRange
        },
      }
    : {}

/** Draws indicators and scale of one chart. Call `draw` again after a change of settings, theme or size. */
export const createStudies = (chart: Chart, pricePane: string) => {
  let drawn: ReadonlySet<StudyName> = new Set()
  return {
    draw: (settings: StudySettings): void => {
      const token = pageTokens()
      const hasRoom = (chart.getDom()?.clientHeight ?? 0) >= minChartHeight
      const shown = settings.studies.filter(({ name }) => hasRoom || studyKinds[name].place === 'price')
      for (const name of drawn)
        if (!shown.some((study) => study.name === name)) chart.removeIndicator({ name })
      for (const { name, params } of shown) {
        const indicator = { name, calcParams: [...params], styles: stylesOf(name, token) }
        if (drawn.has(name)) chart.overrideIndicator(indicator)
        else if (studyKinds[name].place === 'price')
          chart.createIndicator({ ...indicator, paneId: pricePane }, true)
        else {
          chart.createIndicator({ ...indicator, paneId: `study-${name}`, precision: 2 })
          chart.setPaneOptions({ id: `study-${name}`, height: paneHeight, minHeight: 40 })
        }
      }
      drawn = new Set(shown.map(({ name }) => name))
      chart.setStyles(tooltipStyles(token))
      if (chart.getYAxes({ paneId: pricePane })[0]?.name !== settings.scale)
        chart.overrideYAxis({ name: settings.scale, paneId: pricePane, ...zeroInView(settings.scale) })
    },
    /** Removes what was drawn; the scale stays. */
    clear: (): void => {
      for (const name of drawn) chart.removeIndicator({ name })
      drawn = new Set()
    },
  }
}
