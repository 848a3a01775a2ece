/** The three columns that book and trades share, so that the tables stand in line. */
export const BookColumns = () => (
  <colgroup>
    <col style={{ width: 88 }} />
    <col />
    <col />
  </colgroup>
)
