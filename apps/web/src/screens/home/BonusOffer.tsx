import { claimedBonusFromWire, type BonusOffer as Offer } from '@glasshouse/core/deposits/codec'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { FieldError } from '@glasshouse/ui/FieldError'
import { GlassPanel } from '@glasshouse/ui/GlassPanel'
import { IconButton } from '@glasshouse/ui/IconButton'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { useSentence } from '../../components/useSentence.ts'
import { useBonusOffer } from '../../data/deposits.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './BonusOffer.module.css'

/** "Not now" applies to this visit; the offer appears again on the next one. */
const storageKey = 'glasshouse.bonusLater'

/**
 * Notice of the first-deposit bonus, while the server offers it: amount and terms. It stands below the first steps, and
 * floats in a corner once they are done; it never blocks the page.
 */
export default function BonusOffer() {
  const offer = useBonusOffer()
  const [later, setLater] = useState(() => sessionStorage.getItem(storageKey))
  const { state } = offer.data ?? {}
  if (!offer.data || (state !== 'claimable' && state !== 'waiting') || later === state) return null
  return (
    <Panel
      offer={offer.data}
      onLater={() => {
        sessionStorage.setItem(storageKey, state)
        setLater(state)
      }}
    />
  )
}

function Panel({ offer, onLater }: { offer: Offer; onLater: () => void }) {
  const { t } = useTranslation('home')
  const { t: shell } = useTranslation()
  const figures = useFormatters()
  const { percent, untilMs } = offer
  const exact = (amount: Usdt): string => figures.plain(formatUsdt(amount))
  const [extra, max] = [exact(offer.extra), exact(offer.max)]
  const bonus = offer.bonus === null ? null : exact(offer.bonus)
  return (
    <GlassPanel
      className={styles.offer}
      role="region"
      aria-label={t('bonus.name')}
      onKeyDown={(event) => event.key === 'Escape' && onLater()}
    >
      <div className={styles.head}>
        <h2 className={styles.title}>
          {bonus === null ? t('bonus.ahead', { percent, extra }) : t('bonus.mine', { bonus })}
        </h2>
        <IconButton icon="close" label={shell('close')} small onClick={onLater} />
      </div>
      <p className={styles.text}>
        {bonus === null ? t('bonus.aheadText', { max }) : t('bonus.mineText', { percent, extra, max })}
      </p>
      {untilMs !== null && (
        <p className={styles.until}>{t('bonus.until', { until: figures.full(untilMs) })}</p>
      )}
      {bonus === null ? <Deposit onLater={onLater} /> : <Claim bonus={bonus} onLater={onLater} />}
    </GlassPanel>
  )
}

function Deposit({ onLater }: { onLater: () => void }) {
  const { t } = useTranslation('home')
  return (
    <div className={styles.acts}>
      <Button variant="quiet" onClick={onLater}>
        {t('bonus.later')}
      </Button>
      <Link href={paths.recharge()} className={buttonClass({ variant: 'primary' })}>
        {t('bonus.deposit')}
      </Link>
    </div>
  )
}

function Claim({ bonus, onLater }: { bonus: string; onLater: () => void }) {
  const { t } = useTranslation('home')
  const sentence = useSentence()
  const figures = useFormatters()
  const { run, busy, error } = useMutation('/api/pay/claimBonus')
  const claim = async () => {
    const claimed = await run({})
    if (claimed === null) return
    showToast({ title: t('bonus.done', { bonus: figures.plain(formatUsdt(claimedBonusFromWire(claimed))) }) })
  }
  return (
    <>
      {error && <FieldError>{sentence(error)}</FieldError>}
      <div className={styles.acts}>
        <Button variant="quiet" onClick={onLater}>
          {t('bonus.later')}
        </Button>
        <Button variant="primary" busy={busy && t('bonus.claiming')} onClick={() => void claim()}>
          {t('bonus.claim', { bonus })}
        </Button>
      </div>
    </>
  )
}
