/** How a picture lies in its place: its zoom, its turn in degrees, and how far it was dragged in pixels. */
export type Viewport = {
  readonly zoom: number
  readonly turn: number
  readonly x: number
  readonly y: number
}

export const initialViewport: Viewport = { zoom: 1, turn: 0, x: 0, y: 0 }
const mostZoom = 8

/** Zooms by a factor; back at its own size it lies in the middle again. */
export const zoomed = (placing: Viewport, factor: number): Viewport => {
  const zoom = Math.min(mostZoom, Math.max(1, placing.zoom * factor))
  return zoom === 1 ? { ...initialViewport, turn: placing.turn } : { ...placing, zoom }
}

/** Turned a quarter to the right. */
export const rotate = (placing: Viewport): Viewport => ({ ...placing, turn: (placing.turn + 90) % 360 })

/** Dragged; a picture at its own size stays where it is. */
export const pan = (placing: Viewport, dx: number, dy: number): Viewport =>
  placing.zoom === 1 ? placing : { ...placing, x: placing.x + dx, y: placing.y + dy }
