import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { FieldError } from '@glasshouse/ui/FieldError'
import { IconButton } from '@glasshouse/ui/IconButton'
import { lazy, Suspense, useState } from 'react'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'
import { Panel } from './AccountLayout.tsx'
import { AppCode } from './AppCode.tsx'
import { NewRecoveryCodes, RecoveryCodes } from './RecoveryCodes.tsx'
import { useCopy } from './useCopy.ts'

const QrCode = lazy(() =>
  import('../../components/QrCode.tsx').then((module) => ({ default: module.QrCode })),
)
const StopTwoStep = lazy(() => import('./StopTwoStep.tsx'))

type TotpSecret = { readonly secret: string; readonly otpauth: string }

/** The second step of signing in: set up, confirmed by the app's code, switched off by one. */
export function TwoStep({ on, recoveryCodes }: { on: boolean; recoveryCodes: number }) {
  const { t } = useTranslation('mine')
  const sentence = useSentence()
  const start = useMutation('/api/user/totp')
  const [made, setMade] = useState<TotpSecret | null>(null)
  const [stopping, setStopping] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const begin = async () => {
    const answer = await start.run({ action: 'start' })
    if (answer?.secret !== undefined && answer.otpauth !== undefined)
      setMade({ secret: answer.secret, otpauth: answer.otpauth })
  }
  return (
    <Panel
      title={t('twoStep.title')}
      text={t('twoStep.text')}
      aside={<Badge tone={on ? 'brand' : 'plain'}>{on ? t('twoStep.on') : t('twoStep.off')}</Badge>}
    >
      {codes !== null ? (
        <NewRecoveryCodes codes={codes} onStored={() => setCodes(null)} />
      ) : on ? (
        <>
          <RecoveryCodes left={recoveryCodes} onCreated={setCodes} />
          <Button onClick={() => setStopping(true)}>{t('twoStep.stop')}</Button>
        </>
      ) : made === null ? (
        <Button variant="primary" busy={start.busy && t('twoStep.starting')} onClick={() => void begin()}>
          {t('twoStep.start')}
        </Button>
      ) : (
        <SetUp
          made={made}
          onDone={(recovery) => {
            setCodes(recovery)
            setMade(null)
          }}
        />
      )}
      {start.error && <FieldError>{sentence(start.error)}</FieldError>}
      {stopping && (
        <Suspense fallback={null}>
          <StopTwoStep onClose={() => setStopping(false)} />
        </Suspense>
      )}
    </Panel>
  )
}

/** The secret for the app, and the code that proves that the app has it. */
function SetUp({ made, onDone }: { made: TotpSecret; onDone: (recovery: readonly string[]) => void }) {
  const { t } = useTranslation('mine')
  const copy = useCopy()
  return (
    <div className={styles.setUp}>
      <Suspense fallback={null}>
        <QrCode text={made.otpauth} label={t('twoStep.qr')} />
      </Suspense>
      <div className={styles.form}>
        <div>
          <p>{t('twoStep.scan')}</p>
          <span className={styles.copy}>
            <code className={styles.secret}>{made.secret}</code>
            <IconButton icon="copy" label={t('twoStep.copy')} small onClick={() => copy(made.secret)} />
          </span>
        </div>
        <AppCode
          action="confirm"
          done={t('twoStep.isOn')}
          onDone={({ recovery }) => onDone(recovery ?? [])}
          button={(busy) => (
            <Button type="submit" variant="primary" busy={busy && t('twoStep.checking')}>
              {t('twoStep.confirm')}
            </Button>
          )}
        />
      </div>
    </div>
  )
}
