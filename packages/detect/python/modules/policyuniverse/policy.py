"""A whole policy document."""

from policyuniverse.action_categories import categories_for_actions
from policyuniverse.expander_minimizer import expand_actions
from policyuniverse.statement import Statement, as_list


class Policy:
    def __init__(self, policy):
        self.policy = policy
        self.statements = [Statement(item) for item in as_list(policy.get('Statement'))]

    @property
    def principals(self):
        return set().union(*(statement.principals for statement in self.statements if statement.effect == 'Allow'))

    @property
    def condition_entries(self):
        return set().union(*(item.condition_entries for item in self.statements if item.effect == 'Allow'))

    def is_internet_accessible(self):
        return any(statement.is_internet_accessible() for statement in self.statements)

    def internet_accessible_actions(self):
        return set().union(*(item.actions for item in self.statements if item.is_internet_accessible()))

    def action_summary(self):
        """Service to categories of the actions the policy allows."""
        allowed = set()
        for statement in self.statements:
            if statement.effect == 'Allow':
                allowed |= expand_actions(statement.actions)
        return categories_for_actions(allowed)
