import { experienceGrantFromWire } from '@glasshouse/core/console/codec'
import { formatUsdt } from '@glasshouse/core/money/units'
import type { CustomerDetail } from '@glasshouse/core/staff/customers/codec'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useInvalidate, useMutation } from '../../data/query.ts'
import { formatAmount, instantText } from '../../formatters.ts'
import { managerOnlyReason, useCurrentStaff } from '../../me.ts'
import { ApprovalRequests } from '../../parts/ApprovalRequests.tsx'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import { Section } from '../../parts/ConsolePage.tsx'
import { CopyableText } from '../../parts/CopyableText.tsx'
import { NumberField } from '../../parts/NumberField.tsx'
import styles from './Customers.module.css'
import { aiAccessBlockReason, experienceOf, formatAiAccess, readDays, validateGrant } from './grants.ts'

/** Grants to a customer: AI ordering for a number of days, and trial funds. */
export function Grants({ data }: { data: CustomerDetail }) {
  return (
    <div className={styles.panes}>
      <Ai profile={data.profile} />
      <Experience data={data} />
    </div>
  )
}

function Ai({ profile }: { profile: CustomerDetail['profile'] }) {
  const [isOpen, setOpen] = useState(false)
  const lock = aiAccessBlockReason(profile)
  return (
    <Section
      title="AI ordering"
      note="Activation allows AI orders. It does not place any."
      acts={
        <Button size="s" reason={lock ?? undefined} onClick={() => setOpen(true)}>
          {profile.ai.state === 'active' ? 'Add days' : 'Activate'}
        </Button>
      }
    >
      <dl className={styles.facts}>
        <div>
          <dt>State</dt>
          <dd>{formatAiAccess(profile.ai)}</dd>
        </div>
        <div>
          <dt>Code</dt>
          <dd>
            <CopyableText text={profile.ai.code} what="activation code" whole />
          </dd>
        </div>
      </dl>
      {isOpen && <Activate profile={profile} onClose={() => setOpen(false)} />}
    </Section>
  )
}

function Activate({ profile, onClose }: { profile: CustomerDetail['profile']; onClose: () => void }) {
  const reload = useInvalidate()
  const command = useMutation('/staff/api/aiActivate')
  const [typed, setTyped] = useState('30')
  const days = readDays(typed)
  const act = async () => {
    if (days === null) return
    const done = await command.run({ uid: profile.uid, days })
    if (done === null) return
    showToast({ title: `AI ordering of u ${profile.uid} is active until ${instantText(done.until)}` })
    reload('/staff/api/userDetail', '/staff/api/auditLog')
    onClose()
  }
  return (
    <ConfirmDialog
      title={`AI ordering of u ${profile.uid}`}
      consequence="Days are added to what is left and run by the business calendar. The customer may then order by AI; nothing is ordered by this."
      act="Activate"
      busy={command.busy && 'Activating'}
      problem={command.problem}
      locked={days === null ? 'A whole number from 1 to 366.' : null}
      onAct={() => void act()}
      onClose={onClose}
    >
      <NumberField label="Days" limits="1 to 366" whole value={typed} onChange={setTyped} autoFocus />
    </ConfirmDialog>
  )
}

function Experience({ data }: { data: CustomerDetail }) {
  const me = useCurrentStaff()
  const [isOpen, setOpen] = useState(false)
  const { profile } = data
  const lock = profile.closedMs !== null ? 'The account is closed' : managerOnlyReason(me)
  return (
    <Section
      title="Trial funds"
      note="Never withdrawable."
      acts={
        <Button size="s" reason={lock ?? undefined} onClick={() => setOpen(true)}>
          Grant
        </Button>
      }
    >
      <dl className={styles.facts}>
        <div>
          <dt>Held</dt>
          <dd>{formatAmount(experienceOf(data))} USDT</dd>
        </div>
        <div>
          <dt>Paid from</dt>
          <dd>the marketing reserve</dd>
        </div>
      </dl>
      <ApprovalRequests of={['experienceGrant']} about={`customer ${profile.uid}`} />
      {isOpen && <Grant uid={profile.uid} onClose={() => setOpen(false)} />}
    </Section>
  )
}

/** Grants trial funds. The customer number must be typed again to prevent mistakes. */
function Grant({ uid, onClose }: { uid: number; onClose: () => void }) {
  const reload = useInvalidate()
  const command = useMutation('/staff/api/experienceGrant')
  const [amount, setAmount] = useState('')
  const [remark, setRemark] = useState('')
  const [typed, setTyped] = useState('')
  const wrong = validateGrant(amount, remark)
  const locked = wrong ?? (typed.trim() === String(uid) ? null : `Type ${uid} to confirm.`)
  const act = async () => {
    const done = await command.run({ uid, amount: amount.trim(), remark: remark.trim() })
    if (done === null) return
    const { isWaiting, held } = experienceGrantFromWire(done)
    showToast(
      isWaiting
        ? {
            title: 'It waits for a second manager',
            text: 'No money moved. It is done when another manager agrees within 24 hours.',
          }
        : { title: `u ${uid} holds ${formatAmount(formatUsdt(held))} USDT of trial funds` },
    )
    reload(
      '/staff/api/userDetail',
      '/staff/api/reserveList',
      '/staff/api/proposalList',
      '/staff/api/auditLog',
    )
    onClose()
  }
  return (
    <ConfirmDialog
      title={`Trial funds for u ${uid}`}
      consequence="They are paid from the marketing reserve and cannot be taken back while the account is open. The customer is told by mail that they are not withdrawable."
      act="Grant"
      busy={command.busy && 'Granting'}
      problem={command.problem}
      locked={locked}
      onAct={() => void act()}
      onClose={onClose}
    >
      <NumberField
        label="Amount"
        limits="above 0"
        unit="USDT"
        value={amount}
        onChange={setAmount}
        autoFocus
      />
      <Field label="Why" limits="kept for ever" maxLength={500} value={remark} onChange={setRemark} />
      <Field label={`Type ${uid}`} inputMode="numeric" value={typed} onChange={setTyped} />
    </ConfirmDialog>
  )
}
