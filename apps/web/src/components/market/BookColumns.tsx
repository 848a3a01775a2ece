/** The three columns of both the order book and the trades, so that the tables align. */
export const BookColumns = () => (
  <colgroup>
    <col style={{ width: 88 }} />
    <col />
    <col />
  </colgroup>
)
