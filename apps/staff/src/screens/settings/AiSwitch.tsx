import { type SwitchState, switchCommandToWire, switchStateFromWire } from '@glasshouse/core/ai/codec'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useDecodedCall, useInvalidate, useMutation } from '../../data/query.ts'
import { instantText, wholeText } from '../../formatters.ts'
import { managerOnlyReason, useCurrentStaff } from '../../me.ts'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import { HelpText, Section } from '../../parts/ConsolePage.tsx'
import { aiStateText } from './aiState.ts'
import styles from './Settings.module.css'

/** State of AI ordering for all customers, and the switch. Only managers may ask: each look is in the audit log. */
export function AiSwitch() {
  const reason = managerOnlyReason(useCurrentStaff())
  const state = useDecodedCall('/staff/api/aiSwitch', {}, switchStateFromWire, { off: reason !== null })
  const [isOpen, setOpen] = useState(false)
  const { data } = state
  return (
    <Section
      title="AI ordering"
      note={data === undefined ? (reason ?? state.problem ?? 'Loading…') : aiStateText(data, wholeText)}
      acts={
        <>
          {data && <Badge tone={data.isOn ? 'brand' : 'warn'}>{data.isOn ? 'on' : 'off'}</Badge>}
          <Button size="s" reason={data === undefined ? true : undefined} onClick={() => setOpen(true)}>
            {data?.isOn === false ? 'Switch on' : 'Switch off'}
          </Button>
        </>
      }
    >
      <div className={styles.switched}>
        <HelpText>
          {data === undefined || data.changedMs === null
            ? 'Never switched.'
            : `Switched ${instantText(data.changedMs)}: ${data.remark}`}
        </HelpText>
      </div>
      {isOpen && data && <Switch state={data} onClose={() => setOpen(false)} />}
    </Section>
  )
}

/** Asks for the remark and says what the switch does. */
function Switch({ state, onClose }: { state: SwitchState; onClose: () => void }) {
  const reload = useInvalidate()
  const command = useMutation('/staff/api/aiSwitch')
  const [remark, setRemark] = useState('')
  const { isOn } = state
  const act = async () => {
    const done = await command.run(switchCommandToWire({ isOn: !isOn, remark: remark.trim() }))
    if (done === null) return
    showToast({ title: `AI ordering is ${switchStateFromWire(done).isOn ? 'on' : 'off'} for all customers` })
    reload('/staff/api/aiSwitch', '/staff/api/auditLog')
    onClose()
  }
  return (
    <ConfirmDialog
      title={isOn ? 'Switch AI ordering off' : 'Switch AI ordering on'}
      consequence={
        isOn
          ? `No customer can start a run. ${wholeText(state.running)} running: a run without an open trade ends with its next candle. Open trades keep their stops; a run in a trade ends when it closes.`
          : 'Customers with access may start runs again. Runs that ended stay ended.'
      }
      act={isOn ? 'Switch off' : 'Switch on'}
      danger={isOn}
      busy={command.busy && 'Switching'}
      problem={command.problem}
      locked={remark.trim() === '' ? 'Say why.' : null}
      onAct={() => void act()}
      onClose={onClose}
    >
      <Field
        label="Why"
        limits="kept for ever"
        maxLength={500}
        value={remark}
        onChange={setRemark}
        autoFocus
      />
    </ConfirmDialog>
  )
}
