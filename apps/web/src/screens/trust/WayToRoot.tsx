import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { Panel } from '../../components/page/Page.tsx'
import type { InclusionNode } from '../../data/inclusion.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { shortHash } from './shortHash.ts'
import styles from './Trust.module.css'

/** Every level of the tree above one of the own leaves: the node that was computed, its neighbour, and the sum. */
export function WayToRoot({ nodes }: { nodes: readonly InclusionNode[] }) {
  const { t } = useTranslation('trust')
  const figures = useFormatters()
  const [chosen, setChosen] = useState(0)
  const parts = [...new Set(nodes.map(({ part }) => part))].toSorted((a, b) => a - b)
  const way = nodes.filter(({ part }) => part === chosen).toReversed()
  const assets = Object.keys(way[0]?.sums ?? {})
  const asset = assets.includes('USDT') ? 'USDT' : (assets[0] ?? '')
  const top = way[0]?.level ?? 0
  return (
    <Panel
      title={t('way.title')}
      inset
      beside={
        parts.length > 1 && (
          <SegmentedControl
            label={t('way.leaves')}
            options={parts.map((part) => ({
              value: part,
              label: figures.whole(part + 1),
              name: t('way.leaf', { n: figures.whole(part + 1) }),
            }))}
            value={chosen}
            onChange={setChosen}
          />
        )
      }
    >
      <p className={styles.muted}>{t('way.text')}</p>
      <table className={styles.way}>
        <caption className="sr-only">{t('way.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('way.level')}</th>
            <th scope="col">{t('way.node')}</th>
            <th scope="col">{t('way.neighbour')}</th>
            <th scope="col">{t('way.sum', { asset })}</th>
          </tr>
        </thead>
        <tbody>
          {way.map(({ level, hash, sums }, at) => {
            // A node is hashed from two below it: the neighbour of this one is told by the node above.
            const above = way[at - 1]
            return (
              <tr key={level}>
                <th scope="row">{figures.whole(level)}</th>
                <td>
                  <code title={hash} className={styles.own}>
                    {shortHash(hash)}
                  </code>{' '}
                  {level === top
                    ? t('way.root')
                    : level === 0
                      ? t('way.leaf', { n: figures.whole(chosen + 1) })
                      : ''}
                </td>
                <td>
                  {above === undefined ? null : above.sibling === null ? (
                    t('way.carried')
                  ) : (
                    <>
                      <code title={above.sibling.hash}>{shortHash(above.sibling.hash)}</code>{' '}
                      {t(`way.${above.sibling.side}`)}
                    </>
                  )}
                </td>
                <td>{figures.amountText(sums[asset] ?? '0', 'floor', 8)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Panel>
  )
}
