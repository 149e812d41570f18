import { LoadBoundary } from '../../ui/load-boundary.tsx'

/** A {@link LoadBoundary} with a message for pages without a sale. */
export class OfficeBoundary extends LoadBoundary {
  protected override message = 'This part of the back office couldn’t be loaded.'
}
