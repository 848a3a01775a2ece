import type { TickEvidence } from '@glasshouse/core/markets/wire'
import { Button } from '@glasshouse/ui/Button'
import { classNames } from '@glasshouse/ui/classNames'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { EvidenceIcon } from '@glasshouse/ui/EvidenceIcon'
import { GlassPanel } from '@glasshouse/ui/GlassPanel'
import { Icon } from '@glasshouse/ui/Icon'
import { IconButton } from '@glasshouse/ui/IconButton'
import { showToast } from '@glasshouse/ui/Toast'
import { type ReactNode, useEffect, useRef } from 'react'
import type { QueryState } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSentence } from '../useSentence.ts'
import { CheckResult } from './CheckResult.tsx'
import styles from './Receipt.module.css'
import { setReceiptOpened } from './receiptOpened.ts'
import { useTickHashCheck } from './useTickHashCheck.ts'

const useCopy = (): ((answer: unknown) => void) => {
  const { t } = useTranslation('evidence')
  return (answer) => {
    navigator.clipboard
      .writeText(JSON.stringify(answer, null, 2))
      .then(() => showToast({ title: t('receipt.copied') }))
      .catch(() => showToast({ title: t('receipt.copyFailed'), tone: 'danger' }))
  }
}

function Failed({ answer }: { answer: QueryState<unknown> }) {
  const { t } = useTranslation(['evidence', 'shell'])
  const sentence = useSentence()
  return (
    <div className={styles.note}>
      <EmptyState
        icon="warning"
        tone="warn"
        title={t('receipt.failed')}
        text={sentence(answer.error)}
        action={<Button onClick={answer.reload}>{t('shell:retry')}</Button>}
      />
    </div>
  )
}

/** Hash check of the tick, and a download of the evidence. */
function Foot({ tick, evidence }: { tick: TickEvidence | null; evidence: unknown }) {
  const { t } = useTranslation('evidence')
  const copy = useCopy()
  const right = useTickHashCheck(tick)
  return (
    <footer className={styles.foot}>
      {right !== null && <CheckResult right={right} text={t(right ? 'tick.hashRight' : 'tick.hashWrong')} />}
      <Button variant="quiet" size="s" icon={<Icon name="copy" size={13} />} onClick={() => copy(evidence)}>
        {t('receipt.copy')}
      </Button>
    </footer>
  )
}

/**
 * Receipt: the order, its evidence, and the hash check of the tick. An overlay that Esc closes, or, without `onClose`, a part of
 * its page.
 */
export function ReceiptDialog({
  answer,
  of,
  events,
  tick,
  onClose,
  children,
}: {
  /** Receipt as received; its content can be downloaded. */
  answer: QueryState<unknown>
  /** Label of the order. */
  of: string | null
  /** Selection of an event of the order. */
  events: ReactNode
  /** Displayed tick. */
  tick: TickEvidence | null
  onClose: (() => void) | null
  children: ReactNode
}) {
  const { t } = useTranslation('evidence')
  const veil = useRef<HTMLDivElement>(null)
  const isShown = answer.data !== undefined
  useEffect(() => {
    if (isShown) setReceiptOpened(true)
  }, [isShown])
  const isOverlay = onClose !== null
  useEffect(() => {
    if (!isOverlay) return
    const before = document.activeElement
    veil.current?.focus()
    return () => {
      // The focused element was removed with the overlay; return the focus to the opener.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    }
  }, [isOverlay])
  return (
    <GlassPanel
      ref={veil}
      className={classNames(styles.veil, !isOverlay && styles.inline)}
      role={isOverlay ? 'dialog' : 'region'}
      aria-label={t('receipt.title')}
      tabIndex={-1}
      onKeyDown={(pressed) => pressed.key === 'Escape' && onClose?.()}
    >
      <header className={styles.head}>
        <EvidenceIcon size={15} />
        <h2>{t('receipt.title')}</h2>
        {of !== null && <span className={styles.of}>{of}</span>}
        <span className={styles.space} />
        {events}
        {isOverlay && <IconButton icon="close" label={t('receipt.close')} small onClick={onClose} />}
      </header>
      <div className={styles.body}>
        {answer.error && answer.data === undefined && <Failed answer={answer} />}
        {children}
      </div>
      {isShown && <Foot tick={tick} evidence={answer.data} />}
    </GlassPanel>
  )
}
