import { configure } from '@testing-library/react';

/** A busy machine may take seconds for what is there at once on an idle one; a test ends as soon as it sees it. */
configure({ asyncUtilTimeout: 10_000 });
