import type { Canvas } from '../chartCanvas.ts'

/** Lower edge of the candles' pane in pixels from the top of the chart; indicators with panes of their own follow. */
export const belowPrices = ({ chart, pricePane }: Canvas): number =>
  chart.getSize(pricePane, 'main')?.height ?? 0
