import { Icon, type IconName } from '@glasshouse/ui/Icon'
import { showToast } from '@glasshouse/ui/Toast'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import pane from './ChartPane.module.css'
import styles from './DrawingToolbar.module.css'
import type { DrawingLayer } from './drawingLayer.ts'
import { type Tool, tools } from './drawings.ts'

const drawn: Readonly<Record<Tool, IconName>> = {
  segment: 'trend',
  rayLine: 'ray',
  horizontalStraightLine: 'level',
  verticalStraightLine: 'upright',
  parallelStraightLine: 'channel',
  priceChannelLine: 'priceChannel',
  fibonacciLine: 'fibonacci',
  rectangle: 'rectangle',
  note: 'text',
}

function RailButton({
  icon,
  label,
  on,
  off = false,
  onClick,
}: {
  icon: IconName
  label: string
  on?: boolean
  off?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className={pane.tool}
      aria-label={label}
      title={label}
      aria-pressed={on}
      disabled={off}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}

/** Toolbar of drawing tools at the edge of the chart, with their state. */
export default function DrawingToolbar({
  drawings,
  isHere,
  tool,
  onTool,
}: {
  drawings: DrawingLayer | null
  /** The saved drawings have loaded. */
  isHere: boolean
  tool: Tool | null
  onTool: (tool: Tool | null) => void
}) {
  const { t } = useTranslation(['chartTools', 'chart'])
  const [magnet, setMagnet] = useState(false)
  const [visible, setVisible] = useState(true)
  useEffect(() => drawings?.setMagnet(magnet), [drawings, magnet])
  useEffect(() => drawings?.setShown(visible), [drawings, visible])
  const remove = (): void => {
    const undo = drawings?.removeAll()
    if (undo) showToast({ title: t('removed'), action: { text: t('undo'), onUse: undo } })
  }
  return (
    <div
      className={styles.rail}
      role="toolbar"
      aria-label={t('chart:drawingTools')}
      aria-orientation="vertical"
    >
      <RailButton icon="crosshair" label={t('draw.none')} on={tool === null} onClick={() => onTool(null)} />
      {tools.map((candidate) => (
        <RailButton
          key={candidate}
          icon={drawn[candidate]}
          label={t(`draw.${candidate}`)}
          on={tool === candidate}
          onClick={() => onTool(tool === candidate ? null : candidate)}
        />
      ))}
      <hr className={styles.break} />
      <RailButton icon="magnet" label={t('draw.magnet')} on={magnet} onClick={() => setMagnet(!magnet)} />
      <RailButton icon="eye" label={t('draw.hide')} on={!visible} onClick={() => setVisible(!visible)} />
      <RailButton icon="bin" label={t('draw.remove')} off={drawings === null || !isHere} onClick={remove} />
    </div>
  )
}
