/** How a picture lies in its place: its zoom, its turn in degrees, and how far it was dragged in pixels. */
export type Placing = { readonly zoom: number; readonly turn: number; readonly x: number; readonly y: number }

export const atRest: Placing = { zoom: 1, turn: 0, x: 0, y: 0 }
const mostZoom = 8

/** Zooms by a factor; back at its own size it lies in the middle again. */
export const zoomed = (placing: Placing, factor: number): Placing => {
  const zoom = Math.min(mostZoom, Math.max(1, placing.zoom * factor))
  return zoom === 1 ? { ...atRest, turn: placing.turn } : { ...placing, zoom }
}

/** Turned a quarter to the right. */
export const turned = (placing: Placing): Placing => ({ ...placing, turn: (placing.turn + 90) % 360 })

/** Dragged; a picture at its own size stays where it is. */
export const moved = (placing: Placing, dx: number, dy: number): Placing =>
  placing.zoom === 1 ? placing : { ...placing, x: placing.x + dx, y: placing.y + dy }
