import { Button } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Component, type ReactNode } from 'react'

/** Keeps a fault in one room from taking the console with it; React knows no other form for this than a class. */
export class Broken extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <EmptyState
        icon="warning"
        tone="warn"
        title="This room broke"
        text="The rest of the console works. Tell whoever looks after it what you did."
        action={<Button onClick={() => this.setState({ broken: false })}>Try again</Button>}
      />
    )
  }
}
