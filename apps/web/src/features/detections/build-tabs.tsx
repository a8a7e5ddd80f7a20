import { TabLink, TabLinks } from '../../ui/layout/tabs.tsx';

/** The places of the build area. */
export function BuildTabs() {
  return (
    <TabLinks label="Build">
      <TabLink to="/build/detections/" activeOptions={{ exact: true, includeSearch: false }}>
        Detections
      </TabLink>
      <TabLink to="/build/detections/policies/" activeOptions={{ exact: false, includeSearch: false }}>
        Policies
      </TabLink>
      <TabLink to="/build/data-models/" activeOptions={{ exact: false, includeSearch: false }}>
        Data Models
      </TabLink>
      <TabLink to="/build/helpers/" activeOptions={{ exact: false, includeSearch: false }}>
        Helpers
      </TabLink>
      <TabLink to="/build/profiler/" activeOptions={{ exact: false, includeSearch: false }}>
        Profiler
      </TabLink>
    </TabLinks>
  );
}
