import type { Market } from '@glasshouse/core/markets/codec'
import { CoinIcon } from '@glasshouse/ui/CoinIcon'
import { Dialog } from '@glasshouse/ui/Dialog'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Field } from '@glasshouse/ui/Field'
import { type KeyboardEvent, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { LiveChange } from '../../components/LiveChange.tsx'
import { LivePrice } from '../../components/LivePrice.tsx'
import { FavouriteIcon } from '../../components/market/FavouriteButton.tsx'
import { favouritesFirst, useFavourites } from '../../components/market/favourites.ts'
import { useMarkets } from '../../data/quotes.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './MarketFinder.module.css'

const matches = (row: Market, text: string): boolean => {
  const query = text.trim().toLowerCase()
  return row.symbol.toLowerCase().includes(query) || row.title.toLowerCase().includes(query)
}

/** Searchable list of all markets; Enter opens the contract page. */
export default function MarketFinder({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const markets = useMarkets()
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const listId = useId()
  const favourites = useFavourites()
  const results =
    markets.data &&
    favouritesFirst(
      markets.data.filter((row) => matches(row, text)),
      favourites,
    )
  const at = Math.min(index, Math.max((results?.length ?? 1) - 1, 0))

  const open = (row: Market | undefined) => {
    if (!row) return
    navigate(paths.contract({ symbol: row.symbol }))
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && results && results.length > 0) {
      event.preventDefault()
      setIndex((at + step + results.length) % results.length)
    }
    if (event.key === 'Enter') open(results?.[at])
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('find.open')} closeLabel={t('close')}>
      <Field
        label={t('find.field')}
        value={text}
        autoFocus
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={results?.[at] ? `${listId}-${results[at].pid}` : undefined}
        onChange={(next) => {
          setText(next)
          setIndex(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} className={styles.list} role="listbox" aria-label={t('find.results')}>
        {results?.map((row, rowPlace) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
          <div
            key={row.pid}
            id={`${listId}-${row.pid}`}
            role="option"
            aria-selected={rowPlace === at}
            tabIndex={-1}
            className={styles.market}
            onPointerMove={() => setIndex(rowPlace)}
            onClick={() => open(row)}
          >
            <CoinIcon code={row.symbol} size={24} />
            <span>
              <span className={styles.symbol}>
                {row.symbol} <FavouriteIcon symbol={row.symbol} />
              </span>
              <span className={styles.name}>{row.title}</span>
            </span>
            <span className={styles.right}>
              <LivePrice market={row} flash={false} />
            </span>
            <span className={styles.right}>
              <LiveChange market={row} />
            </span>
          </div>
        ))}
      </div>
      {results?.length === 0 && <EmptyState icon="search" title={t('find.none')} text={t('find.noneText')} />}
      {markets.error && !markets.data && (
        <EmptyState icon="warning" tone="warn" title={t('listFailed')} text={markets.error.message} />
      )}
      <p className={styles.keys}>{t('find.keys')}</p>
    </Dialog>
  )
}
