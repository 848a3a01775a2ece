import type { Chart } from 'klinecharts'
import type { Token } from '../styles.ts'

const headHeight = 36
const margin = 12

/** Texts of a picture of the chart, all in its head. */
export type PictureTexts = {
  /** Symbol and interval. */
  readonly title: string
  /** Symbol of the market that is drawn beside it; empty for none. */
  readonly compared: string
  /** Time of the picture with its time zone, and whether the prices are of practice mode. */
  readonly notes: readonly string[]
}

const loadImage = (source: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error('the picture of the chart could not be read'))
    image.src = source
  })

/** Draws the chart as it is shown below a head with symbol, interval, compared market and time, as a PNG. */
export const pictureOf = async (chart: Chart, texts: PictureTexts, token: Token): Promise<Blob> => {
  const background = token('pane')
  const image = await loadImage(chart.getConvertPictureUrl(true, 'png', background))
  const ratio = image.width / Math.max(1, chart.getSize()?.width ?? image.width)
  const canvas = document.createElement('canvas')
  canvas.width = image.width
  canvas.height = image.height + headHeight * ratio
  const ctx = canvas.getContext('2d')
  if (ctx === null) throw new Error('no canvas to draw the picture on')
  ctx.fillStyle = background
  ctx.fillRect(0, 0, canvas.width, canvas.height)
  ctx.drawImage(image, 0, headHeight * ratio)
  ctx.scale(ratio, ratio)
  ctx.textBaseline = 'middle'
  ctx.font = `600 14px ${token('font')}`
  ctx.fillStyle = token('ink')
  ctx.fillText(texts.title, margin, headHeight / 2)
  const titleWidth = ctx.measureText(texts.title).width
  ctx.fillStyle = token('brand')
  ctx.fillText(texts.compared, margin + titleWidth + 2 * margin, headHeight / 2)
  ctx.font = `400 12px ${token('font')}`
  ctx.fillStyle = token('ink-2')
  ctx.textAlign = 'right'
  ctx.fillText(texts.notes.join(' · '), canvas.width / ratio - margin, headHeight / 2)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png')
  })
}
