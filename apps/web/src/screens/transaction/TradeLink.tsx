import type { Trade } from '@glasshouse/core/performance/codec'
import { Button } from '@glasshouse/ui/Button'
import { FieldError } from '@glasshouse/ui/FieldError'
import { Icon } from '@glasshouse/ui/Icon'
import { useCopy } from '../../components/useCopy.ts'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation, useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Transaction.module.css'

/** The public link of a trade, and what creates and ends it. */
export type TradeLinkState = {
  /** Null while there is none, or while this is not known. */
  readonly address: string | null
  readonly isKnown: boolean
  readonly busy: boolean
  readonly error: string | undefined
  readonly create: () => void
  readonly end: () => void
}

export const useTradeLink = ({ kind, id }: Pick<Trade, 'kind' | 'id'>): TradeLinkState => {
  const sentence = useSentence()
  const link = useQueryCall('/api/performance/tradeLink', { kind, id })
  const sharing = useMutation('/api/performance/shareTrade')
  const ending = useMutation('/api/performance/unshareTrade')
  const token = link.data?.token ?? null
  return {
    address: token === null ? null : `${location.origin}${paths.receipt({ token })}`,
    isKnown: link.data !== undefined,
    busy: sharing.busy || ending.busy,
    error: sentence(sharing.error ?? ending.error ?? link.error),
    create: () => void sharing.run({ kind, id }),
    end: () => void ending.run({ kind, id }),
  }
}

/** Creates the public link of the receipt, shows it with what others see behind it, and ends it. */
export function TradeLink({ link }: { link: TradeLinkState }) {
  const { t } = useTranslation('transaction')
  const copy = useCopy()
  const { address, busy } = link
  return (
    <section className={styles.tradeLink} aria-label={t('share.link')} aria-busy={!link.isKnown}>
      <span className={styles.small}>{t(address === null ? 'share.linkText' : 'share.linkOpen')}</span>
      {address === null ? (
        <Button
          wide
          icon={<Icon name="eye" size={14} />}
          busy={busy && t('share.creating')}
          onClick={link.create}
        >
          {t('share.create')}
        </Button>
      ) : (
        <>
          <code className={styles.address}>{address}</code>
          <div className={styles.acts}>
            <Button size="s" icon={<Icon name="copy" size={14} />} onClick={() => copy(address)}>
              {t('share.copy')}
            </Button>
            <Button size="s" variant="quiet" busy={busy && t('share.ending')} onClick={link.end}>
              {t('share.end')}
            </Button>
          </div>
        </>
      )}
      {link.error && <FieldError>{link.error}</FieldError>}
    </section>
  )
}
