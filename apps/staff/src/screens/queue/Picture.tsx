import { IconButton } from '@glasshouse/ui/IconButton'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { type PointerEvent, useRef, useState } from 'react'
import { wholeText } from '../../formatters.ts'
import { LoadError } from '../../parts/DataTable.tsx'
import styles from './Pictures.module.css'
import { usePicture } from './usePicture.ts'
import { initialViewport, pan, rotate, type Viewport, zoomed } from './viewport.ts'

/** Picture viewer: zoom by wheel, keys or buttons, rotate, and drag when zoomed. */
export function Picture({ name, address }: { name: string; address: string }) {
  const { picture, problem, retry } = usePicture(address)
  const [placing, setPlacing] = useState<Viewport>(initialViewport)
  const drag = useRef<{ x: number; y: number } | null>(null)
  const onMove = (event: PointerEvent) => {
    if (drag.current === null) return
    const { clientX: x, clientY: y } = event
    const [dx, dy] = [x - drag.current.x, y - drag.current.y]
    drag.current = { x, y }
    setPlacing((last) => pan(last, dx, dy))
  }
  const end = () => {
    drag.current = null
  }
  return (
    <figure className={styles.picture}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: pointer gestures only repeat what the buttons do */}
      <div
        className={styles.stage}
        data-dragging={placing.zoom > 1}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          drag.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={onMove}
        onPointerUp={end}
        onPointerCancel={end}
        onDoubleClick={() => setPlacing((last) => (last.zoom > 1 ? initialViewport : zoomed(last, 2)))}
        onWheel={(event) => setPlacing((last) => zoomed(last, event.deltaY < 0 ? 1.15 : 1 / 1.15))}
      >
        {problem ? (
          <LoadError problem={problem} onRetry={retry} />
        ) : picture === null ? (
          <Skeleton width="60%" height={200} />
        ) : (
          <img
            src={picture.url}
            alt={`${name}, as the customer handed it in`}
            draggable={false}
            style={{
              transform: `translate(${placing.x}px, ${placing.y}px) scale(${placing.zoom}) rotate(${placing.turn}deg)`,
            }}
          />
        )}
      </div>
      <figcaption className={styles.name}>{name}</figcaption>
      <div className={styles.tools}>
        <IconButton
          icon="plus"
          label={`Zoom in, ${name}`}
          small
          onClick={() => setPlacing((last) => zoomed(last, 1.5))}
        />
        <IconButton
          icon="minus"
          label={`Zoom out, ${name}`}
          small
          onClick={() => setPlacing((last) => zoomed(last, 1 / 1.5))}
        />
        <IconButton icon="exchange" label={`Turn, ${name}`} small onClick={() => setPlacing(rotate)} />
      </div>
      <p className={styles.meta}>
        {picture && `${picture.type}, ${wholeText(Math.ceil(picture.bytes / 1024))} KiB. `}
        Metadata stripped. Every view is recorded.
      </p>
    </figure>
  )
}
