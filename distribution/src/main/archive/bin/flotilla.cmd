@echo off
rem Runs Flotilla from an unpacked archive. Needs a Java 17 or later (JAVA_HOME or the PATH); it never builds and loads
rem nothing. FLOTILLA_OPTS goes to the JVM.
setlocal
set "home=%~dp0.."
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
set "jar="
for %%j in ("%home%\lib\flotilla-0*.jar" "%home%\lib\flotilla-1*.jar") do set "jar=%%~fj"
if not defined jar (
  echo flotilla: "%home%\lib" has no flotilla-VERSION.jar; unpack the archive again 1>&2
  exit /b 70
)
set "main=dev.flotilla.server.FlotillaCommand"
set "compiler=-XX:TieredStopAtLevel=1"
set "arguments=%*"
if "%~1"=="server" set "compiler="
if "%~1"=="gateway" set "main=dev.flotilla.gateway.command.GatewayCommand"
if "%~1"=="thermostat" set "main=dev.flotilla.examples.thermostat.Panel"
if "%~1"=="locks" set "main=dev.flotilla.examples.locks.LockPanel"
if "%~1"=="bench" (
  echo flotilla: the benchmarks are not in the archive; run flotilla bench in a checkout 1>&2
  exit /b 70
)
rem The other programs do not read their name.
if "%main%"=="dev.flotilla.server.FlotillaCommand" goto run
set "compiler="
call set "arguments=%%arguments:*%~1=%%"
:run
"%java%" -XX:+UseSerialGC -XX:-UsePerfData %compiler% %FLOTILLA_OPTS% -cp "%jar%" %main% %arguments%
exit /b %ERRORLEVEL%
