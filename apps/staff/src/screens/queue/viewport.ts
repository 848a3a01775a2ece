/** View of a picture: zoom factor, rotation in degrees, and offset in pixels. */
export type Viewport = {
  readonly zoom: number
  readonly turn: number
  readonly x: number
  readonly y: number
}

export const initialViewport: Viewport = { zoom: 1, turn: 0, x: 0, y: 0 }
const maxZoom = 8

/** Zooms by a factor; at a factor of 1 the picture is centred. */
export const zoomed = (placing: Viewport, factor: number): Viewport => {
  const zoom = Math.min(maxZoom, Math.max(1, placing.zoom * factor))
  return zoom === 1 ? { ...initialViewport, turn: placing.turn } : { ...placing, zoom }
}

/** Rotates by 90° clockwise. */
export const rotate = (placing: Viewport): Viewport => ({ ...placing, turn: (placing.turn + 90) % 360 })

/** Moves the picture; at a zoom of 1 it stays. */
export const pan = (placing: Viewport, dx: number, dy: number): Viewport =>
  placing.zoom === 1 ? placing : { ...placing, x: placing.x + dx, y: placing.y + dy }
