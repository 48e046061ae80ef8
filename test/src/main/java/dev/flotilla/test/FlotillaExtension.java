package dev.flotilla.test;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Resolves {@link Clusters} for the tests of {@link FlotillaTest}, one for each test. */
final class FlotillaExtension implements ParameterResolver, AfterEachCallback {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(FlotillaExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Clusters.class
        && context.getTestMethod().isPresent();
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context.getStore(NAMESPACE).getOrComputeIfAbsent(Clusters.class);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Clusters used = context.getStore(NAMESPACE).get(Clusters.class, Clusters.class);
    if (used != null) {
      used.close();
    }
  }
}
