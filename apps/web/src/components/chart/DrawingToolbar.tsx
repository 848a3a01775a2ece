import { Icon, type IconName } from '@glasshouse/ui/Icon'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './ChartPane.module.css'
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
      className={styles.tool}
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

/** Toolbar of drawing tools at the edge of the chart. */
export function Rail({
  tool,
  magnet,
  shown,
  canRemove,
  onTool,
  onMagnet,
  onShown,
  onRemove,
}: {
  tool: Tool | null
  magnet: boolean
  shown: boolean
  /** The saved drawings have loaded. */
  canRemove: boolean
  onTool: (tool: Tool | null) => void
  onMagnet: (on: boolean) => void
  onShown: (isVisible: boolean) => void
  onRemove: () => void
}) {
  const { t } = useTranslation('chart')
  return (
    <div className={styles.rail} role="toolbar" aria-label={t('draw.tools')} aria-orientation="vertical">
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
      <RailButton icon="magnet" label={t('draw.magnet')} on={magnet} onClick={() => onMagnet(!magnet)} />
      <RailButton icon="eye" label={t('draw.hide')} on={!shown} onClick={() => onShown(!shown)} />
      <RailButton icon="bin" label={t('draw.remove')} off={!canRemove} onClick={onRemove} />
    </div>
  )
}
