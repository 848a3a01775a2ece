import type { Market } from '@glasshouse/core/markets/codec'
import { CoinIcon } from '@glasshouse/ui/CoinIcon'
import { Icon } from '@glasshouse/ui/Icon'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './SymbolPicker.module.css'

const SymbolList = lazy(() => import('./SymbolList.tsx'))

/** Closes the list on a pointer press outside. */
const useOutside = (open: boolean, close: () => void) => {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open) return
    const onDown = (event: PointerEvent): void => {
      if (event.target instanceof Node && !container.current?.contains(event.target)) close()
    }
    addEventListener('pointerdown', onDown)
    return () => removeEventListener('pointerdown', onDown)
  }, [open, close])
  return container
}

/** Symbol of the page. Opens the list of all markets with live prices. */
export function SymbolPicker({
  market,
  markets,
  onPick,
}: {
  market: Market
  markets: readonly Market[]
  onPick: (symbol: string) => void
}) {
  const { t } = useTranslation('market')
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const container = useOutside(open, () => setOpen(false))
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the list from any element in it
    <div
      ref={container}
      className={styles.place}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) close()
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-label={t('strip.pick', { symbol: market.symbol })}
        onClick={() => setOpen(!open)}
      >
        <CoinIcon code={market.symbol} size={22} />
        {market.symbol}
        <Icon name="down" size={14} />
      </button>
      {open && (
        <Suspense fallback={null}>
          <SymbolList
            market={market}
            markets={markets}
            onPick={(symbol) => {
              onPick(symbol)
              close()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
