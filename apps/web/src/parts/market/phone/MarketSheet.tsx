import type { MarketRow } from '@glasshouse/core/markets/wire'
import { CoinMark } from '@glasshouse/ui/CoinMark'
import { Dialog } from '@glasshouse/ui/Dialog'
import { Field } from '@glasshouse/ui/Field'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { LiveChange } from '../../LiveChange.tsx'
import { LivePrice } from '../../LivePrice.tsx'
import { matching } from '../SymbolPicker.tsx'
import styles from './MarketSheet.module.css'

/** All markets with live prices, in a sheet at the thumb. */
export default function MarketSheet({
  market,
  markets,
  onPick,
  onClose,
}: {
  market: MarketRow
  markets: readonly MarketRow[]
  onPick: (symbol: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation('market')
  const [text, setText] = useState('')
  const found = matching(markets, text)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('strip.search')}
      closeLabel={t('close')}
      size="sheet"
    >
      <Field
        label={t('strip.search')}
        layout="inside"
        align="left"
        type="search"
        enterKeyHint="search"
        value={text}
        onChange={setText}
      />
      <ul className={styles.list}>
        {found.map((one) => (
          <li key={one.pid}>
            <button
              type="button"
              className={styles.row}
              aria-current={one.pid === market.pid || undefined}
              onClick={() => onPick(one.procode)}
            >
              <CoinMark code={one.procode} size={24} />
              <span>
                <b>{one.procode}</b>
                <small>{one.ptitle}</small>
              </span>
              <span className={styles.figures}>
                <LivePrice market={one} />
                <small>
                  <LiveChange market={one} />
                </small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={styles.none}>{t('strip.none')}</p>}
    </Dialog>
  )
}
